import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const shownPicturesFolder = 'docs/screenshots'

/** Every version of a picture stays in the history for ever, so few are kept. */
const mostPictures = 20

/** Returns the file names of the pictures that documents show, without their folder. */
export function shownPictures(root: string): ReadonlySet<string> {
  const texts = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
  const links = texts.flatMap((text) => [...text.matchAll(/\]\((?:docs\/)?screenshots\/([\w.-]+)\)/g)])
  return new Set(links.flatMap(([, name]) => (name === undefined ? [] : [name])))
}

/** Pictures that no document shows, pictures that a document lacks, and too many of them. Empty if all is well. */
export function misplacedPictures(root: string): readonly string[] {
  const shown = shownPictures(root)
  const kept = new Set(globSync(`${shownPicturesFolder}/*`, { cwd: root }).map((path) => basename(path)))
  return [
    ...[...kept]
      .filter((name) => !shown.has(name))
      .map((name) => `${shownPicturesFolder}/${name}: no document shows it, so it does not belong into the repository`),
    ...[...shown]
      .filter((name) => !kept.has(name))
      .map(
        (name) =>
          `${shownPicturesFolder}/${name} is missing: draw it (npm run screenshots), then copy it there from screenshots/`,
      ),
    ...(kept.size > mostPictures
      ? [`${shownPicturesFolder} holds ${kept.size} pictures; ${mostPictures} are the limit`]
      : []),
  ]
}
