export const veilLook =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-(--duration-calm) data-starting-style:opacity-0 data-ending-style:opacity-0'
export const popupLook =
  'facet-6 fixed left-1/2 top-1/2 z-40 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-dialog -translate-1/2 scroll-pb-24 overflow-y-auto wrap-anywhere ' +
  'border border-line bg-stall p-6 shadow-high transition-[opacity,scale] duration-(--duration-calm) ease-out ' +
  'data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:scale-97 data-ending-style:opacity-0'
