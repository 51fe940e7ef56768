function(ctx) {
  email: ctx.template_data.to,
  ctx: ctx,
}
