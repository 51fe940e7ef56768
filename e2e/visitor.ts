import type { Page } from '@playwright/test'
import type { Hands } from './hands/hands.ts'
import { pointerHands } from './hands/pointer.ts'
import type { Post } from './service/post.ts'

/** A person in front of a browser. */
export interface Visitor {
  readonly page: Page
  readonly hands: Hands
  /** Whether script runs in this browser. */
  readonly scripted: boolean
  readonly post: Post
  /** Origin of the pages. */
  readonly origin: string
}

/** Opens another tab of the same browser for the same person. */
export async function secondTab(visitor: Visitor): Promise<Visitor> {
  return tabOf(visitor, await visitor.page.context().newPage())
}

/** Returns the same person in front of a page that has been opened. */
export function tabOf(visitor: Visitor, page: Page): Visitor {
  return { ...visitor, page, hands: pointerHands(page, visitor.scripted) }
}
