import { createContext, useContext } from 'react'
import type { Language } from './snippets.ts'

/** What the one who reads has chosen. The key is nowhere but in the page's memory, and gone with it. */
type Reader = {
  language: Language
  chooseLanguage(language: Language): void
  apiKey: string
  enterKey(apiKey: string): void
}

export const ReaderContext = createContext<Reader | null>(null)

export const useReader = (): Reader => useContext(ReaderContext)!
