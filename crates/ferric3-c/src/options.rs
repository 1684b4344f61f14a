//! What the user may choose about the front end.

/// Sizes of the basic types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits (x86, System V).
    Ilp32,
    /// `int` has 32, `long` and pointers have 64 bits (x86-64, System V).
    #[default]
    Lp64,
}

/// Options of the front end.
#[derive(Clone, Debug)]
pub struct FrontendOptions {
    /// Sizes of the basic types.
    pub data_model: DataModel,
    /// The compiler that preprocesses files with directives (`cc -E`).
    pub compiler: String,
    /// `-I -D -U -include …`, handed to the preprocessor as they are.
    pub preprocessor_args: Vec<String>,
    /// The function where the program starts.
    pub entry: String,
}

impl Default for FrontendOptions {
    fn default() -> Self {
        FrontendOptions {
            data_model: DataModel::default(),
            compiler: "cc".to_owned(),
            preprocessor_args: Vec::new(),
            entry: "main".to_owned(),
        }
    }
}
