import { z } from 'zod'

const largestSize = 1000

const size = z
  .string()
  .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= largestSize, {
    message: `has to be a whole number from 1 to ${largestSize}.`,
  })
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1, maximum: largestSize } })
  .optional()

/** Parameters of every list: the size of a page, and its start. */
export const paging = {
  page_size: size,
  /** From the answer before; the list's handler reads it. */
  page_token: z.string().optional(),
}

const longestSearch = 200

/** The words that a list is searched for. */
export const search = {
  q: z.string().trim().max(longestSearch, `is longer than ${longestSearch} characters; search for less.`).optional(),
}

/**
 * Returns the schema of a page whose list has this name: `{ "workspaces": […], "has_next_page": …, "next_page_token": …
 * }`.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of an item reaches the type of the answer
export function pageOf<const Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object({
    ...named(name, z.array(item)),
    has_next_page: z.boolean().optional(),
    next_page_token: z.string().optional(),
  })
}

/** Keeps the type of a computed key, which is lost otherwise. */
function named<const Name extends string, Shape>(name: Name, shape: Shape) {
  return { [name]: shape } as { readonly [Key in Name]: Shape }
}
