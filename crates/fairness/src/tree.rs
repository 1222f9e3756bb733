//! The root of a Merkle tree as RFC 6962 builds it.

use crate::hash::{Hash, node};

/// The root over leaves that are hashes already, at least one: a node is `H(01 ‖ left ‖ right)`, split at the
/// largest power of two below the number of leaves.
pub(crate) fn root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => unreachable!("a-tree-has-leaves: a deck has at least one card"),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            node(&root(left), &root(right))
        }
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::vectors::hex;

    /// The leaves and roots that Certificate Transparency's implementations test themselves with.
    #[test]
    fn the_known_trees_of_rfc_6962_have_their_known_roots() {
        let inputs = [
            "",
            "00",
            "10",
            "2021",
            "3031",
            "40414243",
            "5051525354555657",
            "606162636465666768696a6b6c6d6e6f",
        ];
        let leaves =
            inputs.map(|input| Sha256::new_with_prefix([0]).chain_update(hex(input)).finalize().into());
        let roots = [
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ];
        for (n, expected) in (1..).zip(roots) {
            assert_eq!(root(&leaves[..n]).to_vec(), hex(expected), "{n} leaves");
        }
    }
}
