/**
 * Sets this process to production, unless its environment sets another mode. It has to be imported before React:
 * without a mode, React loads its development build, which takes twice the time to draw a page and adds explanations to
 * it.
 */
process.env['NODE_ENV'] ??= 'production'
