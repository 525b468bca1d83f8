/** Makes a value when it is first needed. A formatter of `Intl` takes tens of milliseconds on a slow phone. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => (made ??= { value: make() }).value
}
