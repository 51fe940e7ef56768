"""Writes down what each operation was answered, a line each: its id and the status."""

import os

import schemathesis


@schemathesis.hook
def after_call(context, case, response):
    operation = case.operation.definition.raw.get("operationId", case.operation.label)
    with open(os.environ["SCHEMATHESIS_ANSWERS"], "a") as file:
        file.write(f"{operation} {response.status_code}\n")
