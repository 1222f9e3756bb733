//! Means, and how sure they are.

/// A mean with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Half the interval's width: the true value is this near, in 95 of 100 such runs.
    pub half: f64,
}

impl Interval {
    /// Of values that are independent of each other, by Student's t; none for fewer than two.
    pub fn of(values: &[f64]) -> Option<Interval> {
        if values.len() < 2 {
            return None;
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Some(Interval { mean, half: t(count - 1.0) * (variance / count).sqrt() })
    }

    /// The lower end.
    pub fn low(&self) -> f64 {
        self.mean - self.half
    }

    /// The upper end.
    pub fn high(&self) -> f64 {
        self.mean + self.half
    }
}

/// What 2.5 % of Student's t lie above, for so many degrees of freedom: exact for 1 and 2, then by the expansion of
/// Cornish and Fisher round the normal distribution, right to 1 % from 3 on and better with more.
fn t(freedom: f64) -> f64 {
    if freedom < 1.5 {
        return 12.706;
    }
    if freedom < 2.5 {
        return 4.303;
    }
    let z: f64 = 1.959_964;
    let n = freedom;
    z + (z.powi(3) + z) / (4.0 * n)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n.powi(2))
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * n.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_is_that_of_the_tables() {
        for (freedom, printed) in
            [(1.0, 12.706), (2.0, 4.303), (3.0, 3.182), (5.0, 2.571), (10.0, 2.228), (59.0, 2.001)]
        {
            let found = t(freedom);
            assert!((found / printed - 1.0).abs() < 0.01, "{freedom}: {found} {printed}");
        }
    }

    #[test]
    fn an_interval_is_that_of_the_textbook() {
        // Mean 3, standard deviation 1.5811, over √5: 0.7071; times 2.776.
        let interval = Interval::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!(interval.mean, 3.0);
        assert!((interval.half - 1.963).abs() < 0.01, "{interval:?}");
        assert!(interval.low() < 1.05 && interval.high() > 4.95);
        assert_eq!(Interval::of(&[1.0]), None);
    }
}
