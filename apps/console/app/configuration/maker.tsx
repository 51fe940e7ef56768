import { useText } from '../text/texts.tsx'

/** The author of a revision, as the control plane reports it. */
export interface MadeBy {
  /** An identity's, a key's or a link's id. */
  readonly made_by: string
  /** Null: only the id is known. */
  readonly actor: { readonly kind: 'operator' | 'key' | 'link' | 'system'; readonly name: string } | null
}

/** The author of a revision, by the name that they had then. */
export function Maker({ of: { made_by: id, actor } }: { readonly of: MadeBy }) {
  const t = useText('console_projects')
  if (actor === null) return <code dir="ltr">{id}</code>
  switch (actor.kind) {
    case 'operator':
      return <bdi>{actor.name}</bdi>
    case 'key':
      return t('revision.by_key', { name: actor.name })
    case 'link':
      return t('revision.by_link', { name: actor.name })
    case 'system':
      return t('revision.by_start')
    default:
      return actor.kind satisfies never
  }
}
