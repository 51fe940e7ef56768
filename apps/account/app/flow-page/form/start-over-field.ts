/** The field of a form that wants a flow's first screen again, with what was typed there. Never reaches the service. */
export const startOverField = 'start_over'
