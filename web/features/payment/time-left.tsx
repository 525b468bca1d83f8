/** Countdown of a reservation. Screen readers do not announce its ticks. */
export const TimeLeft = ({ seconds }: { seconds: number }) => (
  <p className="text-center text-sm text-soft">
    Reserved for{' '}
    <span role="timer" className="tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  </p>
)
