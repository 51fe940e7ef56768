/** The part of `import.meta.env` that Vite replaces. */
interface ImportMeta {
  readonly env: { readonly DEV: boolean }
}
