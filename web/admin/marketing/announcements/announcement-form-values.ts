import { z } from 'zod'
import { Audience, createAnnouncement } from '#contract/backoffice/announcements.ts'
import { dayEnd } from '#contract/core/period.ts'

const { title, message, link } = createAnnouncement.input.shape

const Group = z.enum(['everybody', 'role', 'bought', 'not bought', 'game', 'money', 'people'])

/** Form values for all groups, whichever one is chosen. */
export type AudienceFormValues = {
  group: z.output<typeof Group>
  role: string
  days: string
  gameId: string
  userIds: string[]
}

/** Reads the fields of the chosen group by the rules of the endpoint. */
const readAudience = ({ group, role, days, gameId, userIds }: AudienceFormValues) => {
  const number = days.trim() === '' ? undefined : Number(days)
  const own = {
    everybody: {},
    role: { role },
    bought: { days: number },
    'not bought': { days: number },
    game: { gameId },
    money: {},
    people: { userIds },
  }
  return Audience.safeParse({ group, ...own[group] })
}

/** Null until the typed audience is valid. */
export const toAudience = (typed: AudienceFormValues): Audience | null =>
  readAudience(typed).data ?? null

const WORDS: Record<string, string> = {
  days: 'Please enter a number of days',
  gameId: 'Please choose a game',
}

export const AnnouncementFormValues = z
  .strictObject({
    title,
    message: message.unwrap(),
    link: link.unwrap(),
    endsAt: z.union(
      [
        z.literal('').transform(() => null),
        z.iso.date().transform((day) => dayEnd(day).toISOString()),
      ],
      'Please enter a date',
    ),
    where: z.enum(['shop', 'mail', 'both']),
    group: Group,
    role: z.enum(['user', 'reseller']),
    days: z.string(),
    gameId: z.string(),
    userIds: z.array(z.string()),
  })
  .superRefine((typed, { addIssue }) => {
    if (typed.where === 'shop') return
    for (const { path, message: words } of readAudience(typed).error?.issues ?? []) {
      const [name = 'group'] = path
      addIssue({ code: 'custom', path: [name], message: WORDS[String(name)] ?? words })
    }
  })
export type AnnouncementFormValues = z.output<typeof AnnouncementFormValues>

export const NEW_ANNOUNCEMENT: z.input<typeof AnnouncementFormValues> = {
  title: '',
  message: '',
  link: '',
  endsAt: '',
  where: 'shop',
  group: 'everybody',
  role: 'user',
  days: '30',
  gameId: '',
  userIds: [],
}

export function toAnnouncement(typed: AnnouncementFormValues) {
  const { title: head, message: body, link: way, endsAt, where } = typed
  return {
    title: head,
    message: body,
    link: way,
    endsAt,
    isShown: where !== 'mail',
    audience: where === 'shop' ? null : toAudience(typed),
  }
}
