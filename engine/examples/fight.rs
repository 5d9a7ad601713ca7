#![allow(clippy::all, missing_docs, clippy::unwrap_used, clippy::print_stdout)]
use std::time::{Duration, Instant};
use std::sync::{Arc, Mutex, atomic::{AtomicUsize, Ordering}};
use tengen_engine::{*, classic::{domain::*, greedy::Greedy}};
use tengen_shared::rules::*;

fn make(spec: &str) -> (Box<dyn Brain>, Limits, Option<u64>) {
    let mut limits = Limits::default();
    let mut ms = None;
    let mut parts = spec.split(',');
    let name = parts.next().unwrap();
    let mut wide = Domain::default();
    let mut art = 3;
    for p in parts {
        let (k, v) = p.split_once('=').unwrap();
        match k {
            "n" => limits.max_nodes = Some(v.parse().unwrap()),
            "ms" => { ms = Some(v.parse().unwrap()); limits.max_nodes = Some(u64::MAX) }
            "d" => { let t = wide.tune; wide = Domain::new(v.parse().unwrap()); wide.tune = t; art = v.parse().unwrap() }
            "w" => wide.tune.width = v.parse().unwrap(),
            "r" => wide.tune.reduce_from = v.parse().unwrap(),
            "f" => wide.tune.leaf_fours = v.parse().unwrap(),
            "e" => wide.tune.extend = v.parse().unwrap(),
            "o" => wide.tune.min_order = v.parse().unwrap(),
            "t" => wide.tune.threats = v.parse().unwrap(),
            "x0" => wide.tune.x[0] = v.parse().unwrap(),
            "x1" => wide.tune.x[1] = v.parse().unwrap(),
            "x2" => wide.tune.x[2] = v.parse().unwrap(),
            "x3" => wide.tune.x[3] = v.parse().unwrap(),
            _ => panic!("{k}"),
        }
    }
    let b: Box<dyn Brain> = match name {
        "greedy" => Box::new(Greedy),
        "art" => Box::new(DomainArticle::new(art)),
        "wide" => Box::new(wide),
        "lines" => Box::new(classic::lines::Lines::default()),
        _ => panic!(),
    };
    (b, limits, ms)
}
fn rnd(s: &mut u64) -> u64 {
    *s = s.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *s;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
#[derive(Default, Clone)]
struct Stat { moves: u64, nodes: u64, time: Duration, max: Duration, depth: u64, searched: u64, mindepth: u64 }
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "tactics" { return tactics(&a[2], a.get(3).map(|s| s.parse().unwrap()).unwrap_or(102)); }
    let variant: Variant = a[3].parse().unwrap();
    let pairs: usize = a[4].parse().unwrap();
    let threads: usize = a.get(5).map_or(1, |t| t.parse().unwrap());
    let seed0: u64 = a.get(6).map_or(1, |t| t.parse().unwrap());
    let next = AtomicUsize::new(0);
    let out = Arc::new(Mutex::new(([0usize; 3], [0usize;5], [Stat::default(), Stat::default()])));
    std::thread::scope(|s| {
        for _ in 0..threads {
            s.spawn(|| loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= pairs { break }
                let mut seed = seed0 * 1000003 + pair as u64;
                let mut start = Position::new(variant);
                loop { start = Position::new(variant); while start.moves().len() < 4 {
                    let w = 9.min(variant.width()) as u64; let h = 9.min(variant.height()) as u64;
                    let c = (variant.width() as u64 - w) / 2 + rnd(&mut seed) % w;
                    let r = (variant.height() as u64 - h) / 2 + rnd(&mut seed) % h;
                    let _ = start.play(Point::new(c as u8, r as u8).unwrap());
                }
                if std::env::var("RAW").is_ok() { break }
                let mut b = Domain::new(20);
                let l = Limits { max_nodes: Some(15000), ..Limits::default() };
                if let Value::Estimate(x) = b.choose(&start, &l, &StopFlag::default(), &mut ()).unwrap().value { if std::env::var("V").is_ok() { println!("{x}"); } if (x - 1150).abs() < 300 { break } }
                }
                let mut pts = 0;
                for first in 0..2 {
                    let mut pos = start.clone();
                    let mut brains = [make(&a[1]), make(&a[2])];
                    let mut stats = [Stat::default(), Stat::default()];
                    while pos.outcome().is_none() {
                        let who = (pos.moves().len() + first) % 2;
                        let (b, l, ms) = &mut brains[who];
                        l.seed = rnd(&mut seed);
                        let t = Instant::now();
                        l.deadline = ms.map(|ms| t + Duration::from_millis(ms));
                        let c = b.choose(&pos, l, &StopFlag::default(), &mut ()).unwrap();
                        let e = t.elapsed();
                        let st = &mut stats[who];
                        st.moves += 1; st.nodes += c.nodes; st.time += e; st.max = st.max.max(e);
                        if c.nodes > 0 && matches!(c.value, Value::Estimate(_)) { st.depth += c.depth as u64; st.searched += 1; if c.depth < 4 { st.mindepth += 1 } }
                        pos.play(c.point).unwrap();
                    }
                    let res = match pos.outcome().unwrap() {
                        Outcome::Draw => 1,
                        Outcome::Win(st) => { let w = (if st == Stone::Black {0} else {1} + first) % 2; let w = if first == 0 { if st == Stone::Black {0} else {1} } else { if st == Stone::Black {1} else {0} }; let _ = w; if w == 0 { 0 } else { 2 } }
                    };
                    pts += 2 - res;
                    let mut o = out.lock().unwrap();
                    o.0[res] += 1;
                    for i in 0..2 {
                        let (x, y) = (&mut o.2[i], &stats[i]);
                        x.moves += y.moves; x.nodes += y.nodes; x.time += y.time; x.max = x.max.max(y.max); x.depth += y.depth; x.searched += y.searched; x.mindepth += y.mindepth;
                    }
                }
                out.lock().unwrap().1[pts] += 1;
            });
        }
    });
    let o = out.lock().unwrap();
    let n: usize = o.0.iter().sum();
    let p = (o.0[0] as f64 + 0.5 * o.0[1] as f64) / n as f64;
    // pair variance
    let np = pairs as f64;
    let mean = p;
    let var: f64 = (0..5).map(|k| o.1[k] as f64 * (k as f64 / 4.0 - mean).powi(2)).sum::<f64>() / np.max(2.0);
    let se = (var / np).sqrt().max(0.5 / n as f64);
    let elo = |p: f64| { let p = p.clamp(0.5 / n as f64, 1.0 - 0.5 / n as f64); -400.0 * (1.0 / p - 1.0).log10() };
    println!("{} vs {} {}: W {} D {} L {}  {:.1}%  Elo {:+.0} [{:+.0}, {:+.0}] pairs {:?}", a[1], a[2], a[3], o.0[0], o.0[1], o.0[2], 100.0 * p, elo(p), elo(p - 1.96 * se), elo(p + 1.96 * se), o.1);
    for i in 0..2 {
        let s = &o.2[i];
        println!("   {}: {} moves, {:.1} ms mean, {} ms max, {:.0} knps, depth {:.2}, depth<4: {}/{}, nodes/move {}", a[1 + i], s.moves, s.time.as_secs_f64() * 1000.0 / s.moves as f64, s.max.as_millis(), s.nodes as f64 / s.time.as_secs_f64() / 1000.0, s.depth as f64 / s.searched.max(1) as f64, s.mindepth, s.searched, s.nodes / s.moves.max(1));
    }
}
fn tactics(spec: &str, n: usize) {
    let text = std::fs::read_to_string("/work/shared/tactics.jsonl").unwrap();
    let (mut found, mut same, mut likely) = (0, 0, 0);
    let mut worst = 0;
    let t0 = Instant::now();
    for (i, l) in text.lines().take(n).enumerate() {
        let v: serde_json::Value = serde_json::from_str(l).unwrap();
        let mut pos = Position::new(Variant::GOMOKU15);
        for m in v["moves"].as_str().unwrap().split_whitespace() { pos.play(m.parse().unwrap()).unwrap(); }
        let (mut b, mut l, ms) = make(spec);
        let t = Instant::now();
        l.deadline = ms.map(|ms| t + Duration::from_millis(ms));
        let c = b.choose(&pos, &l, &StopFlag::default(), &mut ()).unwrap();
        worst = worst.max(t.elapsed().as_millis());
        let win = matches!(c.value, Value::Win(_));
        found += win as i32;
        likely += (win || matches!(c.value, Value::Estimate(x) if x > 400_000_000)) as i32;
        let s = c.point.to_string() == v["reference_move"].as_str().unwrap();
        same += (s && !win) as i32;
        if std::env::var("V").is_ok() { println!("{i} want {} in {} got {} {:?} depth {} nodes {}", v["reference_move"], v["win_in"], c.point, c.value, c.depth, c.nodes); }
    }
    println!("{spec}: proven {found}, likely {likely}, else same move {same}, of {n}; {} ms mean, {worst} max", t0.elapsed().as_millis() as usize / n);
}
