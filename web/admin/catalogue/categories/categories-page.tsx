import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAllCategories, listCategories, type Category } from '#contract/catalogue/catalog.ts'
import { deleteCategory } from '#contract/catalogue/categories.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { RowActions } from '#web/admin/list/row-actions.tsx'
import { useAddressDialog } from '#web/admin/list/use-address-dialog.ts'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Categories')

type Open = { task: 'edit' | 'delete'; category: Category }

/** Categories of the front page, in the order of creation. */
export default function CategoriesPage() {
  const list = useListState()
  const adding = useAddressDialog('add')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const { page, search } = list
  const { data } = useSuspenseQuery(
    query(listCategories, { page, limit: PAGE_SIZE, search, sort: 'createdAt' }),
  )
  return (
    <>
      <ListFrame
        title="Categories"
        list={list}
        empty={{
          title: 'No categories yet',
          words: 'Categories group the games on the front page. Add one, then put games into it.',
        }}
        action={
          <Button look="primary" onClick={adding.open}>
            <PlusIcon /> Add Category
          </Button>
        }
        total={data.total}
      >
        <Table
          caption="Categories"
          columns={columns(setOpen)}
          rows={data.categories}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {adding.isOpen && <CategoryDialog category={null} onClose={adding.close} />}
      {open?.task === 'edit' && <CategoryDialog category={open.category} onClose={close} />}
      {open?.task === 'delete' && <DeleteCategory category={open.category} onClose={close} />}
    </>
  )
}

const columns = (onOpen: (open: Open) => void): Column<Category>[] => [
  {
    title: 'Category Title',
    cell: ({ categoryTitle }) => (
      <span className="font-medium wrap-anywhere uppercase">{categoryTitle}</span>
    ),
  },
  { title: 'No. of Games', isFigure: true, cell: ({ noOfGames }) => noOfGames },
  {
    title: 'Actions',
    isAction: true,
    cell: (category) => (
      <RowActions
        name={category.categoryTitle}
        onEdit={() => onOpen({ task: 'edit', category })}
        onDelete={() => onOpen({ task: 'delete', category })}
      />
    ),
  },
]

type DeleteProps = { category: Category; onClose: () => void }

const DeleteCategory = ({ category, onClose }: DeleteProps) => (
  <ConfirmDelete
    endpoint={deleteCategory}
    id={category._id}
    question="Are you sure you want to delete this category?"
    refetch={[listCategories, listAllCategories]}
    onClose={onClose}
  >
    <strong className="text-ink uppercase">{category.categoryTitle}</strong>{' '}
    {tellGames(category.noOfGames)} This cannot be undone.
  </ConfirmDelete>
)

function tellGames(count: number): string {
  if (count === 0) return 'has no games.'
  return count === 1
    ? 'has 1 game, which stays in the shop.'
    : `has ${count} games, which stay in the shop.`
}
