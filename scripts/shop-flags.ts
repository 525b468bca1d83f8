/**
 * Node's flags for the shop. The Dockerfile repeats them. Young objects get 8 MB, which needs less memory at the same
 * speed.
 */
export const SHOP_FLAGS = ['--max-semi-space-size=8']
