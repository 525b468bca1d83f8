import * as contract from '#contract/backoffice/announcements.ts'
import { implement } from '#server/platform/http/implement.ts'
import {
  countAudience,
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
  testAnnouncement,
} from './announcements.ts'

export const announcementRoutes = implement(contract, {
  getAnnouncement,
  listAnnouncements,
  createAnnouncement,
  countAudience,
  testAnnouncement,
  deleteAnnouncement,
})
