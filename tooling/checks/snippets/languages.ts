import { located, type Snippet } from './snippet.ts'

/** TABLE: every language of a block, and its check. */
const languages: Readonly<Record<string, string>> = {
  ts: 'its types are checked',
  tsx: 'its types are checked',
  js: 'its types are checked',
  jsx: 'its types are checked',
  json: 'it is parsed',
  yaml: 'it is parsed, and judged by the product that reads the file',
  sh: 'commands and options are those of the programs; tests run them (command-proofs.ts)',
  sql: 'a test runs it (command-proofs.ts)',
  py: 'it is parsed',
  mermaid: 'it is drawn when the documentation is built',
}

/** TABLE: blocks that nothing can look at, and why. By document. */
const unchecked: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'a picture made of letters',
}

/** Finds blocks without a language, or of one that no check reads, and reasons that no block has any more. */
export function languageProblems(snippets: readonly Snippet[]): readonly string[] {
  const odd = snippets.filter(({ language }) => !Object.hasOwn(languages, language))
  const unknown = odd.filter(({ file, language }) => language !== 'text' || !Object.hasOwn(unchecked, file))
  const gone = Object.keys(unchecked).filter((file) => !odd.some((snippet) => snippet.file === file))
  return [
    ...unknown.map((one) =>
      located(one, `a block ${one.language === '' ? 'without a language' : `of ${one.language}`}`),
    ),
    ...gone.map((file) => `${file} has no block any more that nothing can look at`),
  ]
}
