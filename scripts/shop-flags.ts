/** What the shop's Node is started with; the Dockerfile says the same. Young objects get 8 MB: it answers as fast, and rests smaller. */
export const SHOP_FLAGS = ['--max-semi-space-size=8']
