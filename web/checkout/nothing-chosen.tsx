import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'

export const NothingChosen = () => (
  <EmptyState
    title="Nothing chosen yet"
    action={
      <Link to={paths.home} className={buttonLook('primary')}>
        Pick a game
      </Link>
    }
  >
    Pick a game and one of its packs to begin.
  </EmptyState>
)
