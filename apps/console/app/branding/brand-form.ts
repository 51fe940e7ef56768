import { createContext, useContext } from 'react'
import type { BrandingState } from './drafting.server.ts'
import type { BrandDocument } from './document.ts'

/** The state from which the fields of the form are drawn. */
export interface BrandFormState extends Pick<BrandingState, 'faults' | 'contrast'> {
  readonly document: BrandDocument
  readonly fixed: BrandDocument
  readonly fixedIn: string | null
  /** Of the texts. */
  readonly language: string
  readonly firstLanguage: string
  readonly mayChange: boolean
  /** The address of the project's pages. */
  readonly root: string
}

const empty: BrandFormState = {
  document: {},
  fixed: {},
  fixedIn: null,
  faults: [],
  contrast: [],
  language: 'en',
  firstLanguage: 'en',
  mayChange: false,
  root: '',
}

/** Given by the page. */
export const BrandFormContext = createContext<BrandFormState>(empty)

/** Returns the state of the enclosing form. */
export function useBrandForm(): BrandFormState {
  return useContext(BrandFormContext)
}
