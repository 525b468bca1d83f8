import * as contract from '#contract/announcements.ts'
import { implement } from '#server/http/implement.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
} from './announcements.ts'

export const announcementRoutes = implement(contract, {
  getAnnouncement,
  listAnnouncements,
  createAnnouncement,
  deleteAnnouncement,
})
