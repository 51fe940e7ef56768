/** A page of the site. */
export interface Page {
  /** Where it lies below the site's folder: `protect.html`. */
  readonly path: string
  readonly title: string
  /** The file it is made of, from the repository's folder; absent where it is drawn from data. */
  readonly source?: string
  /** HTML, without the frame. */
  readonly body: string
  readonly sections: readonly Section[]
  readonly kind: PageKind
}

/** What a page is for; the search puts what people do before what explains it. */
export type PageKind = 'guide' | 'reference' | 'explanation'

/** What stands below one heading, as far as the next one. */
export interface Section {
  /** Of its heading; empty: what stands before the first one. */
  readonly id: string
  readonly heading: string
  /** 1 for the page's title. */
  readonly level: number
  readonly text: string
}
