/** Tells the program that builds the documentation what it is made of now. */
export function builtFrom(): string
/** Builds the documentation where it is stale, for the developer tools. The gateway starts without it, too. */
export function startDocs(): void
