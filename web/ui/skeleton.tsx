/** Where something will stand in a moment. Give it the size of what comes, so that nothing moves. */
export const Skeleton = ({ className = 'h-5 w-full' }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={`block animate-shimmer rounded-md bg-linear-to-r from-sunken via-line/60 to-sunken bg-size-[200%_100%] ${className}`}
  />
)

/** A page's worth of them, announced once. */
export const PageSkeleton = () => (
  <output className="grid gap-5">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-9 w-56" />
    <Skeleton className="h-28 w-full" />
    <Skeleton className="h-28 w-full" />
  </output>
)
