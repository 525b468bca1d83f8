/** As crypto.randomUUID would, which a shop on a plain http address at home does not have. */
export const newId = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
