//! One layer of a network while it is trained: its weights are part of a list of all weights.

/// A layer, by where its numbers begin: the weights of each input to all neurons, then their biases.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    pub(super) at: usize,
    pub(super) inputs: usize,
    pub(super) neurons: usize,
}

impl Layer {
    /// Returns the number of its weights and biases.
    pub(super) const fn size(self) -> usize {
        (self.inputs + 1) * self.neurons
    }

    /// Returns its part of a list.
    fn of(self, all: &[f32]) -> &[f32] {
        &all[self.at..self.at + self.size()]
    }

    /// Writes the sums of the neurons.
    pub(super) fn sums(self, all: &[f32], inputs: &[f32], sums: &mut Vec<f32>) {
        let (weights, biases) = self.of(all).split_at(self.inputs * self.neurons);
        sums.clear();
        sums.extend_from_slice(biases);
        for (it, weights) in inputs.iter().zip(weights.chunks_exact(self.neurons)) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += it * weight;
            }
        }
    }

    /// Adds to the slopes of the weights, and writes those of the inputs, from those of the sums.
    pub(super) fn back(
        self,
        all: &[f32],
        slopes: &mut [f32],
        inputs: &[f32],
        of_sums: &[f32],
        of_inputs: &mut Vec<f32>,
    ) {
        let weights = self.of(all);
        let slopes = &mut slopes[self.at..self.at + self.size()];
        of_inputs.clear();
        for (number, it) in inputs.iter().enumerate() {
            let range = number * self.neurons..(number + 1) * self.neurons;
            let mut of_input = 0.0;
            for ((weight, slope), of_sum) in
                weights[range.clone()].iter().zip(&mut slopes[range]).zip(of_sums)
            {
                *slope += it * of_sum;
                of_input += weight * of_sum;
            }
            of_inputs.push(of_input);
        }
        for (slope, of_sum) in slopes[self.inputs * self.neurons..].iter_mut().zip(of_sums) {
            *slope += of_sum;
        }
    }
}
