import { createContext, useContext } from 'react'
import type { Language } from './trial/snippets.ts'

/** Choices of the reader. The key exists only in the memory of the page, so it is lost when the page is left. */
type Reader = {
  language: Language
  chooseLanguage(language: Language): void
  apiKey: string
  enterKey(apiKey: string): void
}

export const ReaderContext = createContext<Reader | null>(null)

export const useReader = (): Reader => useContext(ReaderContext)!
