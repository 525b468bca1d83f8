import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import { editGame, listGamesAsAdmin, type FullGame } from '#contract/catalogue/games.ts'
import { call, query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { buttonLook, IconButton } from '#web/ui/button.tsx'
import { BoxIcon, PencilIcon, TrashIcon } from '#web/ui/icons/icons.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Tag } from '#web/ui/status/tag.tsx'
import { DeleteGame } from './delete-game.tsx'
import { findSource, useSources, type Source } from '#web/admin/catalogue/suppliers/use-sources.ts'
import { BulkBar } from '#web/admin/list/bulk-bar.tsx'
import { useBulk } from '#web/admin/list/use-bulk.ts'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Games')

const SORTS = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'gameName', label: 'Name, A to Z' },
  { value: '-gameName', label: 'Name, Z to A' },
] as const
const [{ value: FIRST_SORT }] = SORTS

export default function GamesPage() {
  const list = useListState()
  const sources = useSources()
  const [deleted, setDeleted] = useState<FullGame | null>(null)
  const { page, search } = list
  const sort = SORTS.find(({ value }) => value === list.input('sort'))?.value ?? FIRST_SORT
  const { data } = useSuspenseQuery(
    query(listGamesAsAdmin, { page, limit: PAGE_SIZE, search, sort }),
  )
  const bulk = useBulk({
    rows: data.games,
    keyOf: ({ _id }) => _id,
    nameOf: ({ gameName }) => gameName,
    refetch: [listGamesAsAdmin, listGameNames],
  })
  return (
    <>
      <ListFrame
        title="Games"
        list={list}
        empty={{
          title: 'No games yet',
          words: 'Add a game, then the packs that customers can buy.',
        }}
        action={
          <Link to={paths.adminNewGame} className={buttonLook('primary')}>
            <PlusIcon /> Add Game
          </Link>
        }
        filters={
          <Select
            aria-label="Sort by"
            options={[...SORTS]}
            value={sort}
            onChange={(event) => list.change({ sort: event.target.value })}
            className="w-40"
          />
        }
        total={data.totalGames}
      >
        <BulkBar
          bulk={bulk}
          actions={[
            { label: 'Show', busyLabel: 'Showing...', send: show(true) },
            { label: 'Hide', busyLabel: 'Hiding...', send: show(false) },
          ]}
        />
        <Table
          caption="Games"
          columns={columns(sources, setDeleted)}
          rows={data.games}
          keyOf={({ _id }) => _id}
          select={bulk.select}
        />
      </ListFrame>
      {deleted && <DeleteGame game={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

/** The API spells the field `gameAvailablity`. */
const show =
  (gameAvailablity: boolean) =>
  ({ _id: id }: FullGame) =>
    call(editGame, { id, gameAvailablity })

const columns = (sources: Source[], onDelete: (game: FullGame) => void): Column<FullGame>[] => [
  { title: 'Game', cell: (game) => <Name game={game} /> },
  { title: 'Tag', cell: ({ tagId }) => <GameTag tag={tagId} /> },
  { title: 'API', cell: ({ apiName }) => findSource(sources, apiName).title },
  { title: 'Items', isFigure: true, cell: ({ itemId }) => itemId.length },
  {
    title: 'Available',
    cell: ({ gameAvailablity: isAvailable }) => (
      <Badge tone={isAvailable ? 'good' : 'bad'}>{isAvailable ? 'Yes' : 'No'}</Badge>
    ),
  },
  {
    title: 'Actions',
    isAction: true,
    cell: (game) => <Actions game={game} onDelete={() => onDelete(game)} />,
  },
]

const Name = ({ game: { gameSlug, gameName, gameFrom, gameImageId } }: { game: FullGame }) => (
  <span className="flex items-center gap-3">
    <span className="relative size-11 shrink-0 overflow-hidden rounded-md">
      <ShopPicture
        of={gameImageId}
        sizes="44px"
        widthMax={160}
        className="absolute inset-0 size-full object-cover"
      />
    </span>
    <span className="grid min-w-0">
      <Link
        data-row
        to={paths.adminItems(gameSlug)}
        className="font-medium wrap-anywhere underline-offset-4 hover:underline"
      >
        {gameName}
      </Link>
      {gameFrom && <span className="text-soft">{gameFrom}</span>}
    </span>
  </span>
)

const GameTag = ({ tag }: { tag: FullGame['tagId'] }) =>
  tag ? (
    <Tag name={tag.tagName} color={tag.tagColor} background={tag.tagBackground} />
  ) : (
    <span className="text-soft">None</span>
  )

const iconLink = 'inline-grid size-11 place-items-center rounded-md hover:bg-sunken'

/** On phones only the game's name links to its packs. */
const Actions = ({ game, onDelete }: { game: FullGame; onDelete: () => void }) => (
  <span className="-mr-3 flex stacked:mr-0">
    <Link
      to={paths.adminGame(game.gameSlug)}
      aria-label={`Edit ${game.gameName}`}
      title={`Edit ${game.gameName}`}
      className={iconLink}
    >
      <PencilIcon />
    </Link>
    <Link
      to={paths.adminItems(game.gameSlug)}
      aria-label={`Items of ${game.gameName}`}
      title={`Items of ${game.gameName}`}
      className={`${iconLink} stacked:hidden`}
    >
      <BoxIcon />
    </Link>
    <IconButton label={`Delete ${game.gameName}`} onClick={onDelete}>
      <TrashIcon />
    </IconButton>
  </span>
)
