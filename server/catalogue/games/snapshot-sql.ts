import type { CategoryWithGames } from '#server/catalogue/categories/category-sql.ts'
import type { TagRow } from '#server/catalogue/tags/tag-sql.ts'
import type { Tx } from '#server/platform/db/db.ts'

export const selectCategories = (tx: Tx) => tx<CategoryWithGames[]>`
  select id, slug, title, coalesce(members.game_ids, '{}') as game_ids
  from category left join (
    select category_id, array_agg(game_id order by position, game_id) as game_ids
    from category_game group by category_id
  ) as members on category_id = id
  order by created_at, id`

export const selectTags = (tx: Tx) => tx<TagRow[]>`
  select id, name, color, background from tag order by created_at, id`
