import { useState } from 'react'
import type { FullGame } from '#contract/catalogue/games.ts'
import { IMPORT_MAX } from '#contract/catalogue/suppliers/imports.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import {
  findProducts,
  ListedProducts,
  SearchProducts,
  type Product,
} from '#web/admin/catalogue/suppliers/listed-products.tsx'
import { findSource, useSources } from '#web/admin/catalogue/suppliers/use-sources.ts'
import { rupees } from '#web/admin/catalogue/prices/price-words.tsx'

type Props = {
  game: FullGame
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
}

/** Products that the game's supplier lists now, to choose from. */
export function ImportProducts({ game, ...choice }: Props) {
  const { apiName: name, givenGameName, givenRegion: region } = game
  const source = findSource(useSources(), name)
  const place = { name, game: givenGameName || game.gameName, region }
  const title = `${place.game}${region ? `, ${region}` : ''} at ${source.title}`
  return (
    <Card title={title}>
      <ListedProducts place={place}>
        {(products) => <Choice products={products} packs={packsOf(game)} {...choice} />}
      </ListedProducts>
    </Card>
  )
}

/** Names of the packs that sell a product already, by product id. */
const packsOf = ({ itemId }: FullGame): Map<string, string> =>
  new Map(itemId.map(({ serviceId, itemName }) => [serviceId.trim(), itemName]))

type ChoiceProps = Omit<Props, 'game'> & { products: Product[]; packs: Map<string, string> }

function Choice({ products, packs, chosen, onChoose }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const shown = findProducts(products, search)
  const open = shown.filter(({ id, isAvailable }) => isAvailable && !packs.has(id))
  if (products.length === 0) return <p className="py-6 text-center text-soft">No products match.</p>
  return (
    <>
      <SearchProducts search={search} onSearch={setSearch} />
      <div className="flex flex-wrap items-center gap-3">
        <output className="mr-auto text-sm text-soft tabular-nums">
          {chosen.size} chosen, {shown.length} shown, {open.length} new
        </output>
        <Button
          size="sm"
          disabled={open.length === 0}
          onClick={() =>
            onChoose(new Set([...chosen, ...open.map(({ id }) => id)].slice(0, IMPORT_MAX)))
          }
        >
          Choose all new
        </Button>
        <Button size="sm" disabled={chosen.size === 0} onClick={() => onChoose(new Set())}>
          Choose none
        </Button>
      </div>
      <ul
        aria-label="Products"
        className="max-h-96 overflow-y-auto rounded-md border border-line"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach what scrolls
        tabIndex={0}
      >
        {shown.map((product) => (
          <Line
            key={product.id}
            product={product}
            soldAs={packs.get(product.id)}
            isChosen={chosen.has(product.id)}
            isFull={chosen.size >= IMPORT_MAX}
            onToggle={() => onChoose(toggle(chosen, product.id))}
          />
        ))}
      </ul>
      {chosen.size >= IMPORT_MAX && (
        <p className="text-sm text-soft">At most {IMPORT_MAX} go at a time.</p>
      )}
    </>
  )
}

function toggle(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

type LineProps = {
  product: Product
  soldAs: string | undefined
  isChosen: boolean
  isFull: boolean
  onToggle: () => void
}

const Line = ({ product, soldAs, isChosen, isFull, onToggle }: LineProps) => {
  const { id, name, cost, currency, isAvailable, costPrice } = product
  const isOff = soldAs !== undefined || !isAvailable || (isFull && !isChosen)
  return (
    <li className="border-b border-line last:border-0 has-checked:bg-lantern-soft">
      <label className="flex min-h-11 items-center gap-3 px-3 py-2 text-sm">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isOff}
          onChange={onToggle}
          className="size-5 shrink-0 accent-lantern-deep"
        />
        <span className="grid min-w-0 flex-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="font-mono text-xs wrap-anywhere text-soft">{id}</span>
        </span>
        <span className="grid shrink-0 justify-items-end gap-0.5 text-right">
          {isAvailable ? (
            <span className="money font-medium">{rupees(costPrice)}</span>
          ) : (
            <Badge tone="bad">Sold out</Badge>
          )}
          {currency !== 'INR' && (
            <span className="money text-xs text-soft">
              {cost} {currency}
            </span>
          )}
          {soldAs !== undefined && <Badge tone="glass">Already added</Badge>}
        </span>
      </label>
    </li>
  )
}
