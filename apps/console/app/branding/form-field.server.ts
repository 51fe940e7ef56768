/** Reads the texts of a form with files; a field that is missing, or a file, is empty. */
export function fieldIn(form: FormData): (name: string) => string {
  return (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
}
