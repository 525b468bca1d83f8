/** Made when it is first asked for: a formatter of `Intl` costs a slow phone tens of milliseconds. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => (made ??= { value: make() }).value
}
