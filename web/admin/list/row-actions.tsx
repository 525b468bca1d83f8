import { IconButton } from '#web/ui/button.tsx'
import { PencilIcon, TrashIcon } from '#web/ui/icons/icons.tsx'

type Props = { name: string; onEdit?: () => void; onDelete: () => void }

/** Edit and delete buttons of a table row. */
export const RowActions = ({ name, onEdit, onDelete }: Props) => (
  <span className="-mr-3 flex stacked:mr-0">
    {onEdit && (
      <IconButton data-row label={`Edit ${name}`} onClick={onEdit}>
        <PencilIcon />
      </IconButton>
    )}
    <IconButton label={`Delete ${name}`} onClick={onDelete}>
      <TrashIcon />
    </IconButton>
  </span>
)
