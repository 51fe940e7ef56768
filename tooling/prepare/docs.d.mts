/** Tells the program that builds the documentation what it is made of now. */
export function builtFrom(): string
/** Builds the documentation if it is stale, and copies it into the bundle if there is one. */
export function buildDocs(): Promise<void>
