import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listPriceRules } from '#contract/catalogue/suppliers/prices.ts'
import { query } from '#web/api/call.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { LookUpAll } from './look-up-all.tsx'
import { ChooseGame, PriceEditor } from './price-editor.tsx'
import { PriceGame } from './price-game.tsx'
import { PricePaused } from './price-paused.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { usePriceWait } from './use-price-wait.ts'

const PAGE_SIZE = 5
const NEW = '-' // no game has this slug
const ASK_EVERY_MS = 1_000
const LOOK_EVERY_MS = 30_000

/** Price rules that follow costs, and packs taken off sale because of their cost. */
export function Prices() {
  const list = useListState({ searchIndex: '' })
  const wait = usePriceWait()
  const input = { page: list.page, limit: PAGE_SIZE, search: list.search }
  const { data } = useSuspenseQuery({
    ...query(listPriceRules, input),
    refetchInterval: ({ state }) =>
      state.data?.games.some(wait.isFor) ? ASK_EVERY_MS : LOOK_EVERY_MS,
  })
  const edited = list.input('rule')
  if (edited === NEW) return <ChooseGame onChoose={(rule) => list.change({ rule })} />
  if (edited)
    return (
      <PriceEditor
        key={edited}
        gameSlug={edited}
        onSaved={(before) => {
          wait.begin(edited, before?.syncedAt ?? null)
          list.change({ rule: '' })
        }}
      />
    )
  return (
    <div className="grid gap-6">
      {data.paused.length > 0 && <PricePaused paused={data.paused} />}
      <PriceSearch list={list} />
      {data.totalGames > 0 && <LookUpAll />}
      {data.games.length > 0 ? (
        <ul className="grid gap-4">
          {data.games.map((game) => (
            <PriceGame key={game.gameSlug} game={game} wait={wait} />
          ))}
        </ul>
      ) : (
        <NoRules search={list.search} />
      )}
      <Pagination
        page={input.page}
        pageCount={Math.ceil(data.totalGames / PAGE_SIZE)}
        onChange={(page) => list.change({ page: String(page) })}
      />
    </div>
  )
}

const PriceSearch = ({ list }: { list: ReturnType<typeof useListState> }) => (
  <search className="flex flex-wrap items-end justify-between gap-3">
    <div className="min-w-60 flex-1 sm:max-w-96">
      <Field label="Search">
        {(wiring) => (
          <Input
            {...wiring}
            type="search"
            placeholder="Game"
            defaultValue={list.search}
            onChange={(event) => list.changeSoon({ search: event.target.value })}
          />
        )}
      </Field>
    </div>
    <Link to={`?tab=prices&rule=${NEW}`} className={buttonLook('primary')}>
      New rule
    </Link>
  </search>
)

const NoRules = ({ search }: { search: string }) =>
  search ? (
    <EmptyState title="No such game">No game with a price rule has this name.</EmptyState>
  ) : (
    <EmptyState title="No price rules yet">
      With a rule, a game’s prices follow what its packs cost. Without one, its prices stay as you
      entered them.
    </EmptyState>
  )
