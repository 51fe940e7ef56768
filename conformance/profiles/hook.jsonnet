function(ctx) {
  email: ctx.identity.traits.email,
  [if 'transient_payload' in ctx.flow then 'transient_payload' else null]: ctx.flow.transient_payload,
  method: ctx.request_method,
}
