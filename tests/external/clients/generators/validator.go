// Package validator stands in for the module that the generated client imports: CI reaches no proxy of Go modules.
package validator

// Validate accepts every value.
func Validate(any) error { return nil }
