/** The same keys all the way down, other texts: a language that forgets a sentence does not compile. */
export type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };
