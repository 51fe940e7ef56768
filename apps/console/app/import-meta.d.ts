/** What Vite puts in the place of `import.meta.env`. */
interface ImportMeta {
  readonly env: { readonly DEV: boolean }
}
