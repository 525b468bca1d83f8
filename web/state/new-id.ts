/** Replaces crypto.randomUUID, which is missing on plain HTTP addresses such as a home server. */
export const newId = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
