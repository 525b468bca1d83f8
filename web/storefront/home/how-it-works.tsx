const STEPS = [
  {
    title: 'Pick a pack',
    words: 'Find your game and the pack that fits. The price you see is the price you pay.',
  },
  {
    title: 'Name your player',
    words:
      'Enter the player ID. Where the game allows it, you see the player’s name before you pay.',
  },
  {
    title: 'Pay, and play',
    words: 'Choose how to pay. We deliver the pack to your player.',
  },
]

export const HowItWorks = () => (
  <section className="grid gap-4">
    <h2 className="text-2xl">How it works</h2>
    <ol className="grid gap-4 md:grid-cols-3">
      {STEPS.map(({ title, words }, index) => (
        <li key={title} className="facet border border-line bg-stall p-6 shadow-low">
          <span className="money text-2xl font-heavy text-lantern-deep">{index + 1}</span>
          <h3 className="mt-2 text-xl">{title}</h3>
          <p className="mt-2 text-soft">{words}</p>
        </li>
      ))}
    </ol>
  </section>
)
