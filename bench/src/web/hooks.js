// Runs in each page before its own scripts, and notes how long the page takes until something is painted.
(() => {
    const lists = { messages: [], clicks: [], bare: [] };
    window.measured = lists;
    // A message posted in a frame arrives once that frame has been painted.
    const painted = (from, list, counts = () => true) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => counts() && list.push(performance.now() - from);
        channel.port2.postMessage(0);
    });
    const stones = () => document.querySelectorAll('.grid .black, .grid .white').length;
    let released = 0;
    // The window hears of it before the page does.
    addEventListener('pointerup', () => released = performance.now(), true);
    const Plain = WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...all) {
            super(...all);
            // Only a move of the other side shows one more stone without the user's doing.
            this.addEventListener('message', () => {
                const [from, before] = [performance.now(), stones()];
                painted(from, lists.messages, () => stones() > before && from - released > 100);
            });
        }
    };
    // Notes the time from the pointer going up to the stone on `point`.
    window.watchPoint = point => {
        const cell = document.getElementById('p-' + point);
        addEventListener('pointerup', () => {
            const from = performance.now();
            const seen = new MutationObserver(() => {
                if (/black|white/.test(cell.className)) {
                    seen.disconnect();
                    painted(from, lists.clicks);
                }
            });
            seen.observe(cell, { attributes: true });
        }, { once: true, capture: true });
    };
    // The reference: the same from a timer that changes one element and nothing else.
    window.measureBare = (count, done) => {
        const dot = document.body.appendChild(document.createElement('b'));
        const next = left => {
            if (left === 0) {
                dot.remove();
                return done();
            }
            setTimeout(() => {
                dot.textContent = left;
                painted(performance.now(), lists.bare);
                next(left - 1);
            }, 20 + Math.random() * 30);
        };
        next(count);
    };
    // Places a stone as soon as there is a board, for a cold load.
    window.placeFirst = () => {
        const cell = document.getElementById('p-h8');
        if (cell && /black/.test(cell.className)) {
            window.ready = performance.now();
            return;
        }
        cell?.click();
        setTimeout(window.placeFirst, 5);
    };
})();
