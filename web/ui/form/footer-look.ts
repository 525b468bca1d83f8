/** Style of a dialog footer that stays visible while the content scrolls beneath it. */
export const footerLook =
  'sticky -bottom-6 z-10 low:relative low:bottom-auto -mx-6 -mb-6 flex flex-wrap justify-end gap-3 bg-stall px-6 pt-3 pb-6 ' +
  'before:pointer-events-none before:absolute before:inset-x-0 before:-top-5 before:h-5 before:bg-linear-to-t before:from-stall'
