/** A page of the site. */
export interface Page {
  /** The path below the site's folder: `protect.html`. */
  readonly path: string
  readonly title: string
  /** The file from which it is made, from the repository's folder; absent if it is drawn from data. */
  readonly source?: string
  /** HTML, without the frame. */
  readonly body: string
  readonly sections: readonly Section[]
  readonly kind: PageKind
}

/** The purpose of a page; the search puts instructions before explanations. */
export type PageKind = 'guide' | 'reference' | 'explanation'

/** The content below one heading, as far as the next one. */
export interface Section {
  /** Of its heading; empty: the text before the first one. */
  readonly id: string
  readonly heading: string
  /** 1 for the page's title. */
  readonly level: number
  readonly text: string
}
