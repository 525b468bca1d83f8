/** Placeholder for loading content. Give it the size of that content, so that nothing shifts. */
export const Skeleton = ({ className = 'h-5 w-full' }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={`block animate-shimmer rounded-md bg-linear-to-r from-sunken via-line/60 to-sunken bg-size-[200%_100%] ${className}`}
  />
)

/** Skeletons for a whole page, announced once to screen readers. */
export const PageSkeleton = () => (
  <output className="grid gap-5">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-9 w-56" />
    <Skeleton className="h-28 w-full" />
    <Skeleton className="h-28 w-full" />
  </output>
)
