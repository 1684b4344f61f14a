//! The builtins of GCC for atomic accesses, `__atomic_…` and `__sync_…`, by their names.

/// What an atomic access does to what its first argument points to. Further arguments, in this order:
/// what the variants say, and how the access is ordered with others, which means nothing to a single
/// thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atomic {
    /// Its value.
    Load,
    /// It is copied to what the second argument points to.
    LoadInto,
    /// A value is stored there.
    Store,
    /// What the second argument points to is stored there.
    StoreFrom,
    /// A value is stored there; the old value.
    Exchange,
    /// What the second argument points to is stored there, and the old value where the third one
    /// points to.
    ExchangeInto,
    /// If it is equal to what the second argument points to, the third argument is stored there,
    /// else it is copied to where the second argument points to. Was it equal? The fourth argument
    /// says whether it may fail for no reason.
    CompareExchange,
    /// The same with a pointer to what is stored.
    CompareExchangeFrom,
    /// If it is equal to the second argument, the third one is stored there. Was it equal?
    Swap,
    /// The same; the old value.
    SwapValue,
    /// It is combined with a value; the old value.
    FetchThen(Combine),
    /// The same; the new value.
    ThenFetch(Combine),
    /// A byte becomes 1. Was it?
    TestAndSet,
    /// A byte becomes 0.
    Clear,
    /// It becomes 0.
    Release,
}

/// How two values are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Combine {
    /// The sum, without overflow (C11 7.17.7.5).
    Add,
    /// The difference, without overflow.
    Sub,
    And,
    Or,
    Xor,
    /// `~(a & b)`
    Nand,
}

impl Combine {
    fn named(name: &str) -> Option<Combine> {
        Some(match name {
            "add" => Combine::Add,
            "sub" => Combine::Sub,
            "and" => Combine::And,
            "or" => Combine::Or,
            "xor" => Combine::Xor,
            "nand" => Combine::Nand,
            _ => return None,
        })
    }
}

impl Atomic {
    /// What the named builtin does, if it is an atomic access of any width.
    pub(crate) fn named(name: &str) -> Option<Atomic> {
        if let Some(name) = name.strip_prefix("__atomic_") {
            let then = name.strip_prefix("fetch_").and_then(Combine::named);
            let fetch = name.strip_suffix("_fetch").and_then(Combine::named);
            return Some(match name {
                "load_n" => Atomic::Load,
                "load" => Atomic::LoadInto,
                "store_n" => Atomic::Store,
                "store" => Atomic::StoreFrom,
                "exchange_n" => Atomic::Exchange,
                "exchange" => Atomic::ExchangeInto,
                "compare_exchange_n" => Atomic::CompareExchange,
                "compare_exchange" => Atomic::CompareExchangeFrom,
                "test_and_set" => Atomic::TestAndSet,
                "clear" => Atomic::Clear,
                _ => return then.map(Atomic::FetchThen).or(fetch.map(Atomic::ThenFetch)),
            });
        }
        let name = name.strip_prefix("__sync_")?;
        let then = name.strip_prefix("fetch_and_").and_then(Combine::named);
        let fetch = name.strip_suffix("_and_fetch").and_then(Combine::named);
        Some(match name {
            "bool_compare_and_swap" => Atomic::Swap,
            "val_compare_and_swap" => Atomic::SwapValue,
            "lock_test_and_set" => Atomic::Exchange,
            "lock_release" => Atomic::Release,
            _ => return then.map(Atomic::FetchThen).or(fetch.map(Atomic::ThenFetch)),
        })
    }

    /// How many of the arguments it works on, which of them are pointers, and how many arguments it
    /// has, if it is one of the family `__atomic_`.
    pub(crate) fn arguments(self) -> (&'static [bool], usize) {
        match self {
            Atomic::Load | Atomic::TestAndSet | Atomic::Clear => (&[true], 2),
            Atomic::Release => (&[true], 1),
            Atomic::LoadInto | Atomic::StoreFrom => (&[true, true], 3),
            Atomic::Store | Atomic::Exchange | Atomic::FetchThen(_) | Atomic::ThenFetch(_) => {
                (&[true, false], 3)
            }
            Atomic::ExchangeInto => (&[true, true, true], 4),
            Atomic::CompareExchange => (&[true, true, false], 6),
            Atomic::CompareExchangeFrom => (&[true, true, true], 6),
            Atomic::Swap | Atomic::SwapValue => (&[true, false, false], 3),
        }
    }

    /// Which of its arguments point to what it may change.
    pub(crate) fn changes(self) -> &'static [usize] {
        match self {
            Atomic::Load => &[],
            Atomic::LoadInto => &[1],
            Atomic::ExchangeInto => &[0, 2],
            Atomic::CompareExchange | Atomic::CompareExchangeFrom => &[0, 1],
            Atomic::Store
            | Atomic::StoreFrom
            | Atomic::Exchange
            | Atomic::Swap
            | Atomic::SwapValue
            | Atomic::FetchThen(_)
            | Atomic::ThenFetch(_)
            | Atomic::TestAndSet
            | Atomic::Clear
            | Atomic::Release => &[0],
        }
    }
}

/// Is it a barrier between accesses, which means nothing to a single thread?
pub(crate) fn is_fence(name: &str) -> bool {
    matches!(
        name,
        "__atomic_thread_fence" | "__atomic_signal_fence" | "__sync_synchronize"
    )
}
