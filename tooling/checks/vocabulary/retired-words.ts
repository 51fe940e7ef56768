/** A word that this repository does not use, and the term of the field that says it instead. */
export interface RetiredWord {
  /**
   * The word as parts of a name. `put aside` stands for `putAside`, `PutAside`, `put-aside` and `put_aside`; a part is
   * compared whole, so that `place` is not found in `placeholder` or `replace`.
   */
  readonly names: readonly string[]
  /** The word in sentences: comments, titles of tests, documents. Absent: ordinary English there. */
  readonly prose?: RegExp
  readonly instead: string
}

/**
 * TABLE: retired words. Names are judged strictly. Sentences are judged by the idiom: "is led to the page", not "leads to
 * a redirect"; "the place of a request", not "in place of" or "takes place".
 */
// prettier-ignore
export const retiredWords: readonly RetiredWord[] = [
  { names: ['desk', 'desks'],             prose: /\bdesks?\b/i,                             instead: 'devtools, test harness' },
  { names: ['door', 'doors'],             prose: /\bdoors?\b/i,                             instead: 'listener, guard, port, entry point' },
  { names: ['place', 'places'],           prose: /\b(?:a|an|this|that|these|each|every|its|their|whose|which|own|other|no|of|two) places?\b(?! of)|\bthe places?\b(?! of)|\bplaces(?= (?:where|that|a person|an operator|they))/i, instead: 'geolocation, workspace or project scope, page context, source position' },
  { names: ['elsewhere'],                 prose: /\belsewhere\b/i,                          instead: 'remote, at a remote control plane, in another process' },
  { names: ['room', 'rooms'],             prose: /(?<!chat )\brooms?\b/i,                   instead: 'project context, folder, space' },
  { names: ['visit', 'visits'],           prose: /\b(?:a|the|this|each|every|one|another|whole|same) visits?\b(?!or)/i, instead: 'request context, session' },
  { names: ['told', 'standing'],          prose: /\btold\b|(?<!long-)\bstanding\b/i,        instead: 'result, status, reported, informed' },
  { names: ['lead', 'leads', 'led'],      prose: /\bled (?:to|away|back|on|out|there|here)\b/i, instead: 'redirect, send to' },
  { names: ['turn away', 'turns away', 'turned away', 'turning away'], prose: /\bturn(?:s|ed|ing)? (?:\w+ )?away\b/i, instead: 'deny, refuse, redirect' },
  { names: ['leave', 'leaves'],                                                             instead: 'redirect, exit, sign out, remove' },
  { names: ['spared'],                    prose: /\bspared\b/i,                             instead: 'trusted device, skipped' },
  { names: ['because'],                                                                     instead: 'withReason' },
  { names: ['turnstile', 'turnstiles', 'turns'], prose: /\bturnstiles?\b|\btak(?:e|es|ing) turns\b/i, instead: 'semaphore, mutex' },
  { names: ['put aside', 'puts aside'],   prose: /\bput(?:s|ting)? (?:\w+ )?aside\b/i,      instead: 'archive' },
  { names: ['lay out', 'lays out', 'laid out'], prose: /\blays? out\b/i,                    instead: 'create' },
  { names: ['movement', 'movements'],     prose: /\bmovements?\b/i,                         instead: 'transfer' },
  { names: ['nobody'],                    prose: /\bnobody\b/i,                             instead: 'no one by name, anonymous, unknown, the passive' },
]

/** TABLE: names that others gave, exactly as they write them, with their owner. */
// prettier-ignore
export const foreignNames: Readonly<Record<string, string>> = {
  visit: 'a method of oxc-parser’s Visitor',
  onMouseLeave: 'React', onPointerLeave: 'React',
  leave: 'an option of the animation of React Router',
}

/** TABLE: paths that are not judged, with the reason. A folder ends with a slash. */
// prettier-ignore
export const notJudged: Readonly<Record<string, string>> = {
  'locales/': 'texts for people; translators choose their words',
  'docs/screenshots/': 'pictures',
  'tooling/checks/vocabulary/': 'names the retired words',
  'docs/reference/calls.md': 'drawn from tables that are judged',
  'docs/reference/journeys.md': 'drawn from tables that are judged',
  'docs/return-to.md': 'drawn from tables that are judged',
  'packages/contract/recordings/': 'recorded from others',
  'package-lock.json': 'written by npm',
}
