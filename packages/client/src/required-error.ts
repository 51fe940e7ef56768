/** A call lacks a parameter: a mistake of the caller. `field` is its name at the field's client (`flow`, `id`). */
export class RequiredError extends Error {
  override readonly name = 'RequiredError'
  readonly field: string

  constructor(field: string) {
    super(`Required parameter "${field}" was null or undefined`)
    this.field = field
  }
}
