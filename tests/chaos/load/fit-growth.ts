export type Point = [x: number, y: number]

/** Fits a straight line by least squares. Returns its start, and its growth from the first point to the last. */
export function fitGrowth(points: Point[]): { from: number; growth: number } {
  const count = points.length
  if (count < 2) return { from: points[0]?.[1] ?? 0, growth: 0 }
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / count
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, [left, top]) => sum + (left - x) * (top - y), 0)
  const under = points.reduce((sum, [left]) => sum + (left - x) ** 2, 0)
  const slope = under === 0 ? 0 : over / under
  const [first, last] = [points[0]![0], points.at(-1)![0]]
  return { from: y + slope * (first - x), growth: slope * (last - first) }
}

/** Takes the lowest point of every `each` points: the memory still in use after a garbage collection. */
export function lowestOf(points: Point[], each: number): Point[] {
  const lowest: Point[] = []
  for (let at = 0; at + each <= points.length; at += each) {
    const some = points.slice(at, at + each)
    lowest.push(some.reduce((least, one) => (one[1] < least[1] ? one : least)))
  }
  return lowest
}
