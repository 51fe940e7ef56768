import { namespacesOf } from './namespaces.ts'
import { needTexts } from './texts.tsx'

/** A page's data and its texts, fetched side by side when script goes from one page to another. */
export async function loadWithTexts<T>(pathname: string, serverLoader: () => Promise<T>): Promise<T> {
  const [data] = await Promise.all([serverLoader(), needTexts(namespacesOf(pathname))])
  return data
}
