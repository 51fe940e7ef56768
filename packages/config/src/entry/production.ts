/**
 * Makes this process one in production, unless its environment says another mode, and has to be imported before React:
 * without a mode, React loads its build for development, which takes twice the time to draw a page and explains itself
 * in what it draws.
 */
process.env['NODE_ENV'] ??= 'production'
